/** What the web app's own routes work with. */
import type { AccountId, CommandPort, ReservesPort, SealPort } from '@halcyon/domain';
import type {
  AttributionConfig,
  CoinIcon,
  CurrencyRates,
  IndexPort,
  PaperOffer,
  StatedReserves,
} from '@halcyon/domain/web';
import type { IdentityApi, VenueName } from '@halcyon/records';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AlertMonitor } from '../alerts/alert-monitor.ts';
import type { Caller, SessionBearer } from '../auth/authenticate.ts';
import type { AddressFinder } from '../auth/client-address.ts';
import type { RequestLog } from '../auth/request-log.ts';
import type { RevocationBus } from '../auth/revocations.ts';
import type { RestContext } from '../http/context.ts';
import type { Origins } from '../ops/origins.ts';
import type { PaperAccounts } from '../paper/paper-accounts.ts';
import type { DryRuns } from './dry-runs.ts';
import type { ExportService } from './export-service.ts';
import type { Faucet } from './faucet.ts';
import type { OperatorFile } from './operator-file.ts';
import type { ActiveSession, Sessions } from './sessions.ts';
import type { TraderLeaderboard } from './trader-leaderboard.ts';
import type { WsTokens } from './ws-tokens.ts';

/** The person of a session in the venue that a request is marked for. */
export interface VenueTrader {
  readonly venueContext: RestContext;
  /** Its spot account there. */
  readonly account: AccountId;
  readonly caller: Caller;
}

/** What the routes work with. */
export interface WebContext {
  /** Id of the exchange, '' = it has none. */
  readonly exchange: string;
  /** Those of the live venue, for what everybody may see. */
  readonly live: RestContext;
  readonly identity: IdentityApi;
  readonly commands: CommandPort;
  readonly alerts: Pick<AlertMonitor, 'put' | 'remove'>;
  readonly sessions: Sessions;
  readonly tokens: WsTokens;
  readonly revocations: RevocationBus;
  /** The last requests of each API key. */
  readonly requests: Pick<RequestLog, 'of'>;
  readonly exports: ExportService;
  readonly faucet: Faucet;
  readonly faucetEnabled: boolean;
  readonly attribution: OperatorFile<AttributionConfig>;
  readonly rates: OperatorFile<CurrencyRates>;
  readonly origins: Origins;
  readonly addressOf: AddressFinder;
  /** Whether mails may be read on a page. */
  readonly outboxOpen: boolean;
  /** Whether simulated participants make the market. */
  readonly simulated: boolean;
  /** Whether copy trading is offered: its routes are served. */
  readonly copyTrading: boolean;
  readonly leaderboard: TraderLeaderboard;
  readonly dryRuns: DryRuns;
  /** null = nobody quotes index prices. */
  readonly indices: IndexPort | null;
  /** Origins that serve images in the exchange's stead. */
  readonly imageHosts: readonly string[];
  /** What there is of paper trading. */
  readonly paper: PaperOffer;
  /** null = there is no paper venue. */
  readonly paperAccounts: PaperAccounts | null;
  /** Of each venue, for everyone; null = nothing is sealed. */
  readonly seals: Readonly<Record<VenueName, SealPort | null>>;
  /** Of the live venue; null = none are made. */
  readonly reserves: ReservesPort | null;
  /** What the operator says to have elsewhere. */
  readonly stated: OperatorFile<StatedReserves | null>;
  /** The coins with their marks. */
  readonly coinIcons: () => readonly CoinIcon[];
  /** Unix ms. */
  readonly clock: () => number;
  /** @throws WireError where the session has no account, or the venue is closed */
  readonly trader: (request: SignedIn) => Promise<VenueTrader>;
}

/** One request with what was found out about it. */
export interface WebRequest {
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
  /** Client address. */
  readonly address: string;
  readonly loopback: boolean;
  readonly userAgent: string;
  /** Code of the language that its page is in; '' = it does not say. */
  readonly language: string;
}

/** A request of somebody who is signed in. */
export interface SignedIn extends WebRequest {
  readonly session: ActiveSession;
  /** For whom it acts: the session's person, or a sub-account of theirs. */
  readonly actor: SessionBearer;
}
