/** The gateway: REST, WebSocket, the web app's own API and its files on one port. */
export {
  type Config,
  ConfigError,
  isLoopbackAddress,
  isLoopbackHost,
  LOG_LEVELS,
  type LogLevel,
  parseConfig,
  SETTINGS,
  type SimRate,
  unknownSettings,
} from './config.ts';
