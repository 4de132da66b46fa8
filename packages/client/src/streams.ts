/** What a page needs of the WebSocket contract. */
export {
  type ChannelListener,
  StreamClient,
  type StreamOptions,
  type StreamState,
} from './stream-client.ts';
export type { ChannelArg, Push } from './stream-messages.ts';
