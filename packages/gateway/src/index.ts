/** The gateway: REST, WebSocket, the web app's own API and its files on one port. */

export { RevocationBus } from './auth/revocations.ts';
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
export { endLocked, endLockedTrader, type LockedPortfolio } from './copying/locked-out.ts';
export { LIVE_PEOPLE } from './http/context.ts';
export type { PaperCondition } from './http/paper-venue-port.ts';
export { receiptOf, tradesOf } from './levels/level-basis.ts';
export { type MailText, mailText } from './mail/mail-text.ts';
export type { RecordsProgress } from './ops/health.ts';
export { readTls } from './ops/http-server.ts';
export {
  type Gateway,
  type GatewayDeps,
  type GatewayLog,
  startGateway,
} from './server.ts';
export { withdrawalsFrozenUntil } from './translate/security.ts';
export { targetOf } from './translate/withdrawals.ts';
export { closePerson } from './web/closing.ts';
export {
  createPerson,
  FUNDING_MAX,
  fundUser,
  type OperatorFunding,
  type PeopleParts,
  type RegisteredPerson,
  type Registration,
} from './web/people.ts';
