/** Files of the ledger, its balances, what came and went, and debts. */
import {
  accountWord,
  LoanCause,
  ownerOf,
  PostingReason,
  Side,
  WithdrawalStatus,
  wireId,
} from '@halcyon/domain';
import { bills } from '../history/bills.ts';
import { allTransfers, deposits, type MovementRecord, withdrawals } from '../history/movements.ts';
import { statement } from '../history/statement.ts';
import { type LoanRecord, loans } from '../kinds/loans.ts';
import { MovementKind } from '../kinds/movements.ts';
import { type Cell, type Column, decimal, type Facts, namesOf } from './cells.ts';
import type { Asked, ExportedList } from './exported-list.ts';

const REASONS = namesOf(PostingReason);
const SIDES = namesOf(Side);
const STATUSES = namesOf(WithdrawalStatus);
const CAUSES = namesOf(LoanCause);
/** Digits of a yearly rate, ppm. */
const PPM_SCALE = 6;

const ledger: ExportedList = {
  columns: [
    ['time', 'time'],
    ['account', 'text'],
    ['entry_id', 'text'],
    ['symbol', 'text'],
    ['reason', 'text'],
    ['side', 'text'],
    ['change', 'decimal'],
    ['fee', 'decimal'],
    ['balance', 'decimal'],
    ['coin', 'text'],
    ['reference_id', 'text'],
  ],
  read: async (db, asked, facts) =>
    (await bills(db, asked)).map((bill) => {
      const coin = facts.coin(bill.asset);
      const cells: Cell[] = [
        bill.time,
        accountWord(bill.account),
        wireId(bill.id),
        facts.symbol(bill.instrument),
        REASONS[bill.reason] ?? '',
        SIDES[bill.side] ?? '',
        decimal(bill.amount, coin.scale),
        decimal(bill.fee, coin.scale),
        decimal(bill.balance, coin.scale),
        coin.code,
        wireId(bill.reference),
      ];
      return { id: bill.id, time: bill.time, cells };
    }),
};

/** A row a coin: all of them are read at once, and there is nothing behind them. */
const balances: ExportedList = {
  columns: [
    ['account', 'text'],
    ['symbol', 'text'],
    ['coin', 'text'],
    ['opening', 'decimal'],
    ['received', 'decimal'],
    ['spent', 'decimal'],
    ['closing', 'decimal'],
    ['entries', 'decimal'],
  ],
  read: async (db, asked, facts) => {
    if (asked.idLessThan !== undefined) return [];
    const found = await statement(db, asked);
    const own = found.filter(({ asset, instrument }) => {
      const isPair = asked.instrument === undefined || asked.instrument === instrument;
      return isPair && (asked.asset === undefined || asked.asset === asset);
    });
    return own.map(({ account, asset, instrument, entries, ...money }) => {
      const coin = facts.coin(asset);
      const units = [money.opening, money.received, money.spent, money.closing];
      const cells: Cell[] = [
        accountWord(account),
        facts.symbol(instrument),
        coin.code,
        ...units.map((one) => decimal(one, coin.scale)),
        decimal(entries, 0),
      ];
      return { id: 0, time: asked.endTime ?? 0, cells };
    });
  },
};

function moneyCells(move: MovementRecord, facts: Facts): readonly [amount: Cell, coin: string] {
  const { code, scale } = facts.coin(move.asset);
  return [decimal(move.amount, scale), code];
}

function ofPerson({ account, ...asked }: Asked) {
  return { ...asked, user: ownerOf(account) };
}

const deposited: ExportedList = {
  ofPerson: true,
  columns: [
    ['time', 'time'],
    ['deposit_id', 'text'],
    ['amount', 'decimal'],
    ['coin', 'text'],
    ['to_account', 'text'],
    ['kind', 'text'],
    ['transaction', 'text'],
  ],
  read: async (db, asked, facts) =>
    (await deposits(db, ofPerson(asked))).map((move) => {
      const cells: Cell[] = [
        move.time,
        wireId(move.id),
        ...moneyCells(move, facts),
        accountWord(move.toAccount),
        move.kind === MovementKind.withdrawal ? 'from_user' : 'deposit',
        move.transaction,
      ];
      return { id: move.id, time: move.time, cells };
    }),
};

const withdrawn: ExportedList = {
  ofPerson: true,
  columns: [
    ['time', 'time'],
    ['updated_at', 'time'],
    ['withdrawal_id', 'text'],
    ['client_id', 'text'],
    ['amount', 'decimal'],
    ['coin', 'text'],
    ['fee', 'decimal'],
    ['from_account', 'text'],
    ['address', 'text'],
    ['status', 'text'],
    ['transaction', 'text'],
  ],
  read: async (db, asked, facts) =>
    (await withdrawals(db, ofPerson(asked))).map((move) => {
      const cells: Cell[] = [
        move.time,
        move.updatedAt === 0 ? move.time : move.updatedAt,
        wireId(move.id),
        move.clientId,
        ...moneyCells(move, facts),
        decimal(move.fee, facts.coin(move.asset).scale),
        accountWord(move.fromAccount),
        move.address,
        // Before withdrawals had steps they were done at once.
        move.status === 0 ? 'confirmed' : (STATUSES[move.status] ?? ''),
        move.transaction,
      ];
      return { id: move.id, time: move.time, cells };
    }),
};

const transferred: ExportedList = {
  ofPerson: true,
  columns: [
    ['time', 'time'],
    ['transfer_id', 'text'],
    ['client_id', 'text'],
    ['amount', 'decimal'],
    ['coin', 'text'],
    ['from_account', 'text'],
    ['to_account', 'text'],
    ['symbol', 'text'],
    ['way', 'text'],
    ['other', 'text'],
  ],
  read: async (db, asked, facts) =>
    (await allTransfers(db, ofPerson(asked))).map((move) => {
      const cells: Cell[] = [
        move.time,
        wireId(move.id),
        move.clientId,
        ...moneyCells(move, facts),
        accountWord(move.fromAccount),
        accountWord(move.toAccount),
        facts.symbol(move.instrument),
        wayOf(move, ownerOf(asked.account)),
        otherOf(move, ownerOf(asked.account), facts),
      ];
      return { id: move.id, time: move.time, cells };
    }),
};

/** Who of the family is on the other side; '' where both are one's own. */
function otherOf({ fromUser, toUser }: MovementRecord, user: number, facts: Facts): string {
  if (fromUser === toUser) return '';
  return facts.nameOf(fromUser === user ? toUser : fromUser);
}

/** Between own accounts, or to another account of the family, or from one. */
function wayOf({ fromUser, toUser }: MovementRecord, user: number): 'own' | 'sent' | 'received' {
  if (fromUser === toUser) return 'own';
  return fromUser === user ? 'sent' : 'received';
}

const DEBT_COLUMNS: readonly Column[] = [
  ['time', 'time'],
  ['account', 'text'],
  ['change_id', 'text'],
  ['symbol', 'text'],
  ['coin', 'text'],
  ['cause', 'text'],
  ['principal_change', 'decimal'],
  ['interest_change', 'decimal'],
  ['principal_owed', 'decimal'],
  ['interest_owed', 'decimal'],
  ['yearly_rate', 'decimal'],
  ['reference_id', 'text'],
];

function debtCells(loan: LoanRecord, facts: Facts): Cell[] {
  const coin = facts.coin(loan.asset);
  const { principalDelta, interestDelta, principal, interest } = loan;
  return [
    loan.time,
    accountWord(loan.account),
    wireId(loan.id),
    facts.symbol(loan.instrument),
    coin.code,
    CAUSES[loan.cause] ?? '',
    ...[principalDelta, interestDelta, principal, interest].map((units) =>
      decimal(units, coin.scale),
    ),
    decimal(loan.rate, PPM_SCALE),
    loan.reference === 0 ? '' : wireId(loan.reference),
  ];
}

/** Changes of debts that came about so. */
function debts(causes: readonly LoanCause[]): ExportedList {
  return {
    columns: DEBT_COLUMNS,
    read: async (db, asked, facts) =>
      (await loans(db, { ...asked, causes })).map((loan) => ({
        id: loan.id,
        time: loan.time,
        cells: debtCells(loan, facts),
      })),
  };
}

const { borrowed, orderBorrowed, repaid, orderRepaid, interest } = LoanCause;
const { liquidated, writtenOff, takenOver } = LoanCause;

/** The lists of this file. */
export const MONEY_LISTS = {
  ledger,
  balances,
  deposits: deposited,
  withdrawals: withdrawn,
  transfers: transferred,
  loans: debts([borrowed, orderBorrowed]),
  repayments: debts([repaid, orderRepaid, liquidated, writtenOff, takenOver]),
  interest: debts([interest]),
} as const;
