/** Pushing one message to many connections, beside ws; see the gateway's push-bench. */
import { pushBench } from '../packages/gateway/bench/push-bench.ts';

for (const row of await pushBench()) process.stdout.write(`${JSON.stringify(row)}\n`);
