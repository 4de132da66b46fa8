/** Files of the ledger, its balances, what came and went, and debts. */
import { accountWord, LoanCause, ownerOf, WithdrawalStatus, wireId } from '@halcyon/domain';
import { bills } from '../history/bills.ts';
import { allTransfers, deposits, type MovementRecord, withdrawals } from '../history/movements.ts';
import { type StatementRecord, statement } from '../history/statement.ts';
import { LEDGER_FILE } from '../kinds/bills.ts';
import { decimal, type Facts, fileOf, namesOf } from '../kinds/cells.ts';
import { LOAN_FILE, loans } from '../kinds/loans.ts';
import { MovementKind } from '../kinds/movements.ts';
import { type ExportedList, type ExportRowsQuery, listOf } from './exported-list.ts';

const STATUSES = namesOf(WithdrawalStatus);

const BALANCE_FILE = fileOf(
  (row: StatementRecord, facts: Facts) => {
    const coin = facts.coin(row.asset);
    const money = (units: bigint) => decimal(units, coin.scale);
    return { ...row, symbol: facts.symbol(row.instrument), coin, money };
  },
  [
    ['account', 'text', ({ account }) => accountWord(account)],
    ['symbol', 'text', ({ symbol }) => symbol],
    ['coin', 'text', ({ coin }) => coin.code],
    ['opening', 'decimal', ({ opening, money }) => money(opening)],
    ['received', 'decimal', ({ received, money }) => money(received)],
    ['spent', 'decimal', ({ spent, money }) => money(spent)],
    ['closing', 'decimal', ({ closing, money }) => money(closing)],
    ['entries', 'decimal', ({ entries }) => decimal(entries, 0)],
  ],
);

/** A row a coin: all of them are read at once, and there is nothing behind them. */
const balances: ExportedList = {
  columns: BALANCE_FILE.names,
  read: async (db, asked, facts) => {
    if (asked.idLessThan !== undefined) return [];
    const found = await statement(db, asked);
    const own = found.filter(({ asset, instrument }) => {
      const isPair = asked.instrument === undefined || asked.instrument === instrument;
      return isPair && (asked.asset === undefined || asked.asset === asset);
    });
    const time = asked.endTime ?? 0;
    return own.map((row) => ({ id: 0, time, cells: BALANCE_FILE.cellsOf(row, facts) }));
  },
};

/** A movement, its coin and whose file it is in. */
interface OwnMovement extends MovementRecord {
  readonly owner: number;
}

function moneyOf(movement: OwnMovement, facts: Facts) {
  const { code, scale } = facts.coin(movement.asset);
  const money = (units: bigint) => decimal(units, scale);
  return { ...movement, code, money };
}

const DEPOSIT_FILE = fileOf(moneyOf, [
  ['time', 'time', ({ time }) => time],
  ['deposit_id', 'text', ({ id }) => wireId(id)],
  ['amount', 'decimal', ({ amount, money }) => money(amount)],
  ['coin', 'text', ({ code }) => code],
  ['to_account', 'text', ({ toAccount }) => accountWord(toAccount)],
  ['kind', 'text', ({ kind }) => (kind === MovementKind.withdrawal ? 'from_user' : 'deposit')],
  ['transaction', 'text', ({ transaction }) => transaction],
]);

const WITHDRAWAL_FILE = fileOf(moneyOf, [
  ['time', 'time', ({ time }) => time],
  ['updated_at', 'time', ({ updatedAt, time }) => (updatedAt === 0 ? time : updatedAt)],
  ['withdrawal_id', 'text', ({ id }) => wireId(id)],
  ['client_id', 'text', ({ clientId }) => clientId],
  ['amount', 'decimal', ({ amount, money }) => money(amount)],
  ['coin', 'text', ({ code }) => code],
  ['fee', 'decimal', ({ fee, money }) => money(fee)],
  ['from_account', 'text', ({ fromAccount }) => accountWord(fromAccount)],
  ['address', 'text', ({ address }) => address],
  // Before withdrawals had steps they were done at once.
  ['status', 'text', ({ status }) => (status === 0 ? 'confirmed' : (STATUSES[status] ?? ''))],
  ['transaction', 'text', ({ transaction }) => transaction],
]);

const TRANSFER_FILE = fileOf(
  (movement: OwnMovement, facts: Facts) => ({
    ...moneyOf(movement, facts),
    symbol: facts.symbol(movement.instrument),
    other: otherOf(movement, facts),
  }),
  [
    ['time', 'time', ({ time }) => time],
    ['transfer_id', 'text', ({ id }) => wireId(id)],
    ['client_id', 'text', ({ clientId }) => clientId],
    ['amount', 'decimal', ({ amount, money }) => money(amount)],
    ['coin', 'text', ({ code }) => code],
    ['from_account', 'text', ({ fromAccount }) => accountWord(fromAccount)],
    ['to_account', 'text', ({ toAccount }) => accountWord(toAccount)],
    ['symbol', 'text', ({ symbol }) => symbol],
    ['way', 'text', wayOf],
    ['other', 'text', ({ other }) => other],
  ],
);

/** Who of the family is on the other side; '' where both are one's own. */
function otherOf({ fromUser, toUser, owner }: OwnMovement, facts: Facts): string {
  if (fromUser === toUser) return '';
  return facts.nameOf(fromUser === owner ? toUser : fromUser);
}

/** Between own accounts, or to another account of the family, or from one. */
function wayOf({ fromUser, toUser, owner }: OwnMovement): 'own' | 'sent' | 'received' {
  if (fromUser === toUser) return 'own';
  return fromUser === owner ? 'sent' : 'received';
}

/** Movements of the person whose account it is. */
function ofPerson(movements: typeof deposits) {
  return {
    ofPerson: true,
    read: async (db: Parameters<typeof deposits>[0], { account, ...asked }: ExportRowsQuery) => {
      const owner = ownerOf(account);
      const found = await movements(db, { ...asked, user: owner });
      return found.map((movement) => ({ ...movement, owner }));
    },
    placeOf: ({ id, time }: OwnMovement) => ({ id, time }),
  } as const;
}

/** Changes of debts that came about so. */
function debts(causes: readonly LoanCause[]): ExportedList {
  return listOf(LOAN_FILE, {
    read: (db, asked) => loans(db, { ...asked, causes }),
    placeOf: ({ id, time }) => ({ id, time }),
  });
}

const { borrowed, orderBorrowed, repaid, orderRepaid, interest } = LoanCause;
const { liquidated, writtenOff, takenOver } = LoanCause;

/** The lists of this file. */
export const MONEY_LISTS = {
  ledger: listOf(LEDGER_FILE, {
    read: (db, asked) => bills(db, asked),
    placeOf: ({ id, time }) => ({ id, time }),
  }),
  balances,
  deposits: listOf(DEPOSIT_FILE, ofPerson(deposits)),
  withdrawals: listOf(WITHDRAWAL_FILE, ofPerson(withdrawals)),
  transfers: listOf(TRANSFER_FILE, ofPerson(allTransfers)),
  loans: debts([borrowed, orderBorrowed]),
  repayments: debts([repaid, orderRepaid, liquidated, writtenOff, takenOver]),
  interest: debts([interest]),
} as const;
