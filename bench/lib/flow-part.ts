/** Makes a flow and writes its rows to standard output: `node flow-part.ts <options> <instruments>`. */
import { writeSync } from 'node:fs';
import { type FlowOptions, interleave, makeFlow } from './flow.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as FlowOptions;
const instruments = Number(process.argv[3] ?? 1);
const flow = instruments === 1 ? makeFlow(options) : interleave(options, instruments);
const bytes = new Uint8Array(flow.records.buffer);
for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at, bytes.length - at);
