/** The processes of this machine, as far as we may see them: those of Linux, or what `ps` tells elsewhere. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process that has not ended. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** What it was started with, `NAME=value` each; elsewhere behind its command, in one piece. */
  readonly environment: readonly string[];
}

/** All of them; those that have ended but were not waited for are none. */
export function runningProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? ofLinux() : ofPs();
}

/** Whether it was started with this in its environment; what it has changed since is not seen. */
export function wasGiven({ environment }: RunningProcess, name: string, value: string): boolean {
  return environment.some((text) => ` ${text} `.includes(` ${name}=${value} `));
}

function ofLinux(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      // Its name may hold anything, brackets too; state and parent come after the last of them.
      const [state = 'Z', parent] = read(name, 'stat').split(') ').at(-1)?.split(' ') ?? [];
      if (state === '' || state === 'Z') return [];
      const environment = read(name, 'environ').split('\0');
      return [{ pid: Number(name), parent: Number(parent), environment }];
    });
}

/** '' when it has ended by now, or is not ours to look at. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function ofPs(): RunningProcess[] {
  const columns = ['-A', '-E', '-ww', '-o', 'pid=,ppid=,stat=,command='];
  const { stdout } = spawnSync('ps', columns, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+[^Z\s]\S*\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), environment: [command] }];
  });
}
