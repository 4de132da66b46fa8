/** Pushing one message to many connections, beside ws; see the gateway's push-bench. */
import { YOUNG_FLAG } from '../apps/halcyon/src/commands/process-settings.ts';
import { pushBench } from '../packages/gateway/bench/push-bench.ts';

for (const row of await pushBench({ flags: [YOUNG_FLAG] }))
  process.stdout.write(`${JSON.stringify(row)}\n`);
