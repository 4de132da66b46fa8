/** Every bound of the WebSocket side, named once. */

/** Largest message of any kind, bytes; larger ones close the connection with 1009. */
export const MESSAGE_BYTES_MAX = 65_536;
/** Largest login, subscribe or unsubscribe message, bytes. */
export const SUBSCRIBE_BYTES_MAX = 4_096;
/** Fragments of one message; a client that needs more is not sending orders. */
export const FRAGMENTS_MAX = 64;
/** Chunks that may wait for the rest of a frame. */
export const BUFFERED_CHUNKS_MAX = 1_024;
/** Channels of one connection. */
export const CHANNELS_MAX = 1_000;
/** Subscribe messages with something new in them, a connection an hour: each channel by its own. */
export const SUBSCRIBES_PER_HOUR = CHANNELS_MAX;
/** Messages a second of a connection, sustained; twice as many may come at once. */
export const MESSAGES_PER_SECOND = 10;
/** The same for keys of tier maker. */
export const MESSAGES_PER_SECOND_MAKER = 20_000;
/** Messages of one connection that may wait for their turn, and bytes in them. */
export const WAITING_MESSAGES_MAX = CHANNELS_MAX;
export const WAITING_BYTES_MAX = 131_072;
/** How long an order may wait for the answer to the login before it; later it is refused, ms. */
export const ORDER_WAIT_MS = 1_000;
/** Messages that may be refused at once; beyond that and the rate the connection is closed. */
export const REFUSED_MESSAGES_MAX = 100;
/** Connections of one address at a time; loopback is not counted. */
export const CONNECTIONS_PER_ADDRESS = 100;
/** Connection attempts of one address in `CONNECT_WINDOW_MS`; loopback is not counted. */
export const CONNECTS_PER_ADDRESS = 300;
export const CONNECT_WINDOW_MS = 300_000;
/** Addresses whose attempts are counted; the one that came first goes first. */
export const CONNECTING_ADDRESSES_MAX = 100_000;
/** Silence after which a connection is closed, ms. */
export const IDLE_MS = 120_000;
/** How often silence and stalled sockets are looked for, ms. */
export const SWEEP_MS = 1_000;
/** Bytes that may wait for one socket; beyond them it is closed. */
export const BUFFERED_BYTES_MAX = 1_048_576;
/** Bytes waiting from which channels that may be conflated are held back. */
export const CONFLATE_BYTES = 65_536;
/** A socket with `CONFLATE_BYTES` waiting that takes nothing for so long is closed, ms. */
export const STALL_MS = 4_000;
/** How long a peer may take to answer a close frame, ms. */
export const CLOSE_MS = 1_000;
/** At the end of the process: how long orders under way may take to be answered, ms. */
export const ANSWERS_MS = 2_000;
/** Time between two pushes to one subscriber, ms. */
export const TICKER_INTERVAL_MS = 100;
export const BOOKS1_INTERVAL_MS = 60;
export const INDEX_PRICE_INTERVAL_MS = 250;
export const CANDLE_INTERVAL_MS = 250;
/** The same of what is frozen in a futures account, which each of its orders changes. */
export const STATE_INTERVAL_MS = 100;
/** Rows of the first push. */
export const TRADES_SNAPSHOT = 50;
export const CANDLES_SNAPSHOT = 100;
