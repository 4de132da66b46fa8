/**
 * A process that projects an endless stream of events until it is killed (test D1). Arguments: a
 * JSON of the database's location and the seed. Says "going" once it has begun.
 */
import type { EventBatch } from '@halcyon/domain';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { DatabaseLocation } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { RecordsEventStream } from './event-stream.ts';

const [location, seed] = process.argv.slice(2) as [string, string];
const database = await openDatabase<RecordsTables>(JSON.parse(location) as DatabaseLocation);
const projection = await RecordsProjection.open(database, Date.now());
const stream = new RecordsEventStream(Number(seed));
let batch: EventBatch = stream.next(20);
// What the run before has done is delivered again and skipped.
while (batch.lastSeq <= projection.reachedSeq) batch = stream.next(20);
process.stdout.write('going\n');
for (;;) {
  await projection.apply(batch);
  batch = stream.next(20);
}
