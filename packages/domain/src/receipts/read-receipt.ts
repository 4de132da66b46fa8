/** Receipts as files: what one must be like, and where two differ. */
import { ORDER_RECEIPT_FILLS_MAX } from '../limits.ts';
import { repeatedField } from '../repeated-field.ts';
import { RECEIPT_ACCOUNTS, RECEIPT_VERSION, type Receipt, type ReceiptKind } from './receipt.ts';
import { PROOF_PATH_MAX, type ReceiptProof, type SealAnswer } from './receipt-proof.ts';

/** A file that is no receipt; the message names the field. */
export class ReceiptError extends Error {
  override readonly name = 'ReceiptError';
  /** The field that is wrong; '' = the file as a whole is no receipt. */
  readonly field: string;

  constructor(message: string, field = '') {
    super(message);
    this.field = field;
  }
}

type Check = (value: unknown) => boolean;

const TEXT_MAX = 200;
const DIGITS_MAX = 18;

const isText: Check = (value) => typeof value === 'string' && value.length <= TEXT_MAX;
/** As receipts write them: short enough to be worked with. */
const isDecimal: Check = (value) =>
  typeof value === 'string' && /^-?(0|[1-9][0-9]{0,29})(\.[0-9]{1,18})?$/.test(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isFlag: Check = (value) => typeof value === 'boolean';
const isDigits: Check = (value) => isCount(value) && (value as number) <= DIGITS_MAX;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const orEmpty =
  (check: Check): Check =>
  (value) =>
    value === '' || check(value);
const oneOf =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);

const HEAD: Readonly<Record<string, Check>> = {
  version: oneOf(RECEIPT_VERSION),
  exchange: isText,
  venue: oneOf('live', 'paper'),
  user: (value) => typeof value === 'string' && /^[1-9][0-9]{9,18}$/.test(value),
  account: oneOf(...RECEIPT_ACCOUNTS),
  seq: (value) => isCount(value) && value !== 0,
  time: isCount,
  kind: isText,
};

const SIDES = oneOf('buy', 'sell');
const MONEY = { coin: isText, digits: isDigits };

const FIELDS: { readonly [Kind in ReceiptKind]: Readonly<Record<string, Check>> } = {
  fill: {
    ...MONEY,
    trade: isText,
    product: oneOf('spot', 'futures'),
    symbol: isText,
    base: isText,
    side: SIDES,
    role: oneOf('maker', 'taker'),
    price: isDecimal,
    size: isDecimal,
    value: isDecimal,
    rate: orNull(isDecimal),
    fee: isDecimal,
    feeCoin: isText,
    profit: orNull(isDecimal),
    net: isDecimal,
  },
  order: {
    order: isText,
    product: oneOf('spot', 'futures'),
    symbol: isText,
    base: isText,
    coin: isText,
    side: SIDES,
    ended: isText,
    fills: areFills,
    filled: isDecimal,
    value: isDecimal,
    fee: isDecimal,
    feeCoin: isText,
    profit: orNull(isDecimal),
    net: isDecimal,
  },
  position: {
    position: isText,
    opened: isText,
    closedAt: isCount,
    symbol: isText,
    side: oneOf('long', 'short'),
    profit: isDecimal,
    fees: isDecimal,
    funding: isDecimal,
    net: isDecimal,
    coin: isText,
  },
  funding: {
    ...MONEY,
    symbol: isText,
    round: isCount,
    side: oneOf('long', 'short'),
    size: isDecimal,
    mark: isDecimal,
    rate: isDecimal,
    amount: isDecimal,
  },
  interest: {
    ...MONEY,
    symbol: isText,
    principal: isDecimal,
    rate: isDecimal,
    hours: isCount,
    amount: isDecimal,
  },
  debt: {
    coin: isText,
    cause: isText,
    symbol: isText,
    principal: isPart,
    interest: isPart,
  },
  liquidation: {
    ...MONEY,
    symbol: isText,
    side: oneOf('', 'long', 'short'),
    marginMode: oneOf('crossed', 'isolated'),
    mark: isDecimal,
    excess: isDecimal,
    closed: isDecimal,
    deleveraged: isDecimal,
    limit: isDecimal,
    value: isDecimal,
    rate: orNull(isDecimal),
    fee: isDecimal,
    paidByFund: isDecimal,
  },
  marginLiquidation: {
    coin: isText,
    symbol: isText,
    equity: isDecimal,
    keeps: isDecimal,
    fee: isDecimal,
    paidByFund: isDecimal,
    lostByPools: isDecimal,
    ended: isFlag,
  },
  level: { level: isCount, basis: isBasis },
  entry: {
    coin: isText,
    reason: isText,
    symbol: isText,
    reference: isText,
    before: isDecimal,
    change: isDecimal,
    after: isDecimal,
  },
  rejection: {
    plan: isText,
    symbol: isText,
    side: SIDES,
    trigger: isDecimal,
    price: orEmpty(isDecimal),
    size: orEmpty(isDecimal),
    refused: isText,
  },
  refusal: {
    form: oneOf('order', 'plan', 'oco'),
    symbol: isText,
    base: isText,
    coin: isText,
    side: SIDES,
    type: oneOf('limit', 'market'),
    trigger: orEmpty(isDecimal),
    price: orEmpty(isDecimal),
    size: orEmpty(isDecimal),
    amount: orEmpty(isDecimal),
    clientOid: isText,
    refused: isText,
    limit: orEmpty(isDecimal),
    value: orEmpty(isDecimal),
    unit: isText,
  },
};

function isList(value: unknown, isItem: (item: readonly unknown[]) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => Array.isArray(item) && isItem(item));
}

/** What an order's receipt lists of its fills. */
function areFills(value: unknown): boolean {
  const isFill = ([seq, trade, role, ...figures]: readonly unknown[]) =>
    isCount(seq) &&
    isText(trade) &&
    (role === 'maker' || role === 'taker') &&
    figures.length === 5 &&
    figures.every(isDecimal);
  return isList(value, isFill) && (value as unknown[]).length <= ORDER_RECEIPT_FILLS_MAX;
}

/** Before, change and after. */
function isPart(value: unknown): boolean {
  return Array.isArray(value) && value.length === 3 && value.every(isDecimal);
}

/** What a level was worked out from. */
function isBasis(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { day, trades, assets, prices, terms, ...rest } = value as Record<string, unknown>;
  if (typeof prices !== 'object' || prices === null || Object.keys(rest).length > 0) return false;
  return (
    isCount(day) &&
    isList(trades, ([of, product, coin, amount]) => {
      return isCount(of) && isText(product) && isText(coin) && isDecimal(amount);
    }) &&
    isList(assets, ([coin, amount]) => isText(coin) && isDecimal(amount)) &&
    Object.values(prices).every(isDecimal) &&
    isList(terms, (asked) => asked.length === 3 && asked.every(orNull(isCount)))
  );
}

/** A receipt as a file has it. */
export interface ReceiptFile {
  readonly receipt: Receipt;
  /** null = the file has none. */
  readonly proof: ReceiptProof | null;
}

/** The text of a file: the receipt's fields, and its proof as one more. */
export function receiptFileText({ receipt, proof }: ReceiptFile): string {
  return `${JSON.stringify(proof === null ? receipt : { ...receipt, proof }, null, 2)}\n`;
}

/** A receipt from the text of a file. @throws ReceiptError */
export function parseReceiptFile(text: string): ReceiptFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ReceiptError('it is not JSON');
  }
  if (typeof value !== 'object' || value === null) throw new ReceiptError('it is no object');
  const { proof = null, ...given } = value as Record<string, unknown>;
  if (proof !== null && !isProof(proof))
    throw new ReceiptError('proof cannot be what it says', 'proof');
  const receipt = checkedReceipt(given);
  checkRepeated(text);
  return { receipt, proof };
}

/** @throws ReceiptError for a field that is there twice */
function checkRepeated(text: string): void {
  const field = repeatedField(text);
  if (field !== null) throw new ReceiptError(`${field} is in it twice`, field);
}

const HASH = /^[0-9a-f]{64}$/;

function isProof(value: unknown): value is ReceiptProof {
  if (!hasExactly(value, PROOF)) return false;
  const { path, seal } = value as { readonly path: unknown; readonly seal: unknown };
  const isStep = (step: readonly unknown[]) =>
    step.length === 2 && (step[0] === 'left' || step[0] === 'right') && isHash(step[1]);
  return (
    isList(path, isStep) &&
    (path as unknown[]).length <= PROOF_PATH_MAX &&
    hasExactly(seal, SEAL_PLACE)
  );
}

const isHash: Check = (value) => typeof value === 'string' && HASH.test(value);
const PROOF: Readonly<Record<string, Check>> = {
  salt: (value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value),
  path: Array.isArray,
  seal: (value) => typeof value === 'object',
};
const SEAL_PLACE: Readonly<Record<string, Check>> = {
  from: isCount,
  to: isCount,
  receipts: isCount,
  previous: isHash,
  journal: isHash,
};
const SEAL: Readonly<Record<string, Check>> = {
  ...SEAL_PLACE,
  exchange: isText,
  venue: oneOf('live', 'paper'),
  root: isHash,
  link: isHash,
};

function hasExactly(value: unknown, fields: Readonly<Record<string, Check>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const given = Object.entries(value);
  const isOwn = ([name, one]: readonly [string, unknown]) =>
    Object.hasOwn(fields, name) && fields[name]!(one);
  return given.length === Object.keys(fields).length && given.every(isOwn);
}

/**
 * Seals from the text of a file: what `GET /seals` answers, or the list in it alone.
 * @throws ReceiptError
 */
export function parseSeals(text: string): SealAnswer[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ReceiptError('the list of seals is not JSON');
  }
  const answer = value as { readonly seals?: unknown; readonly data?: { seals?: unknown } } | null;
  const list = Array.isArray(value) ? value : (answer?.data?.seals ?? answer?.seals);
  if (!Array.isArray(list) || !list.every((one) => hasExactly(one, SEAL))) {
    throw new ReceiptError('the list of seals has something else in it');
  }
  checkRepeated(text);
  return list as SealAnswer[];
}

function checkedReceipt(given: Record<string, unknown>): Receipt {
  const own = Object.hasOwn(FIELDS, String(given['kind']))
    ? FIELDS[given['kind'] as ReceiptKind]
    : null;
  if (own === null)
    throw new ReceiptError(`kind must be one of ${Object.keys(FIELDS).join(', ')}`, 'kind');
  const fields = { ...HEAD, ...own };
  for (const [field, fits] of Object.entries(fields)) {
    if (!Object.hasOwn(given, field)) throw new ReceiptError(`${field} is missing`, field);
    if (!fits(given[field])) throw new ReceiptError(`${field} cannot be what it says`, field);
  }
  const foreign = Object.keys(given).find((field) => !Object.hasOwn(fields, field));
  if (foreign !== undefined)
    throw new ReceiptError(`no receipt of this kind has ${foreign}`, foreign);
  return given as unknown as Receipt;
}

/** Where a receipt differs from what is so: `fee: "0.1", but it is "0.2"`. A rate that it does not know does not differ. */
export function receiptDifferences(told: Receipt, so: Receipt): string[] {
  const [a, b] = [told, so].map((one) => new Map<string, unknown>(Object.entries(one)));
  const fields = [...new Set([...a!.keys(), ...b!.keys()])];
  return fields.flatMap((field) => {
    const [one, other] = [JSON.stringify(a!.get(field)), JSON.stringify(b!.get(field))];
    const isUnknown = field === 'rate' && a!.get(field) === null;
    return one === other || isUnknown ? [] : [`${field}: ${one}, but it is ${other}`];
  });
}
