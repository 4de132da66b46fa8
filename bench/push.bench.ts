/** Pushing one message to many connections, beside ws; see the gateway's push-bench. */
import { V8_FLAGS } from '../apps/halcyon/src/commands/process-settings.ts';
import { pushBench } from '../packages/gateway/bench/push-bench.ts';

for (const row of await pushBench({ flags: V8_FLAGS }))
  process.stdout.write(`${JSON.stringify(row)}\n`);
