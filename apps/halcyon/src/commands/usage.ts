import type { CommandArgs } from './command.ts';

/** A wrong command line; the message says what is wrong. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}

export const USAGE = `halcyon: a crypto exchange in one process

  start [--archive-old-parts]             run the exchange; with the option, parts that do not fit
                                          together are moved aside and what they were begins anew
  user create --email E (--password P | --password-stdin) [--fund USDT=100000,BTC=2]
              [--venue live|paper]        whose account the fund goes to
  user list [--attribution] [--all] [--after UID] [--limit 500]
                                          people; with --all the simulated traders too
  user freeze|thaw --email E [--reason TEXT]
  user close --email E [--reason TEXT]    for good; refused while it has money, orders or positions
  user deposits --email E --state frozen|open --reason TEXT
                                          whether anything comes to its accounts
  user fees --email E                     level, discounts and rates of a person, and what they follow from
  user level --email E (--level N [--until T] | --release) [--reason TEXT]
                                          a level that stays until it is released or its time ends
  user coupon --email E (--level N | --percent P) --until T [--reason TEXT]
                                          at least a level, or per cent off the fees, for a time
  user coupon --email E --end ID          takes back what was given
  user reset-factor --email E [--reason TEXT]
                                          removes app and passkeys of who has lost them
  key create --email E --label L --permissions read,trade,transfer,withdraw,copy
             trade = spot_trade,margin_trade,contract_trade
             [--ip CIDR,…] [--type hmac|rsa|ed25519 --public-key FILE] [--expires T]
             [--tier normal|maker] [--venue live|paper] [--window SECONDS]
  key list --email E
  key delete --email E --key K [--reason TEXT]
                                          and what that key made
  operator list                           who decides about withdrawals
  operator add NAME [--operator NAME]     shows its secret this once; the first needs no other one
  operator renew|remove NAME --operator NAME
                                          another secret, or none; another operator says so
           [--secret-file FILE]           whoever is named by --operator shows its secret: in that file,
                                          in HALCYON_OPERATOR_SECRET, or typed at the terminal
  withdrawal list [--after ID] [--limit 500]
                                          those on their way, oldest first
  withdrawal approve|refuse --id ID --operator NAME --reason TEXT [--secret-file FILE]
                                          large ones wait for one operator, larger ones for two
  withdrawal allow --email E --coin C --address A --operator NAME --reason TEXT
             [--secret-file FILE]         an address of a person's book that need not cool
  deposit list                            those on their way, and why those that were refused wait
  deposit retry                           asks once more for what was refused
  payout list                             what closed accounts have
  payout request (--from UID [--account spot|funding] --coin C --amount A | --transaction T)
                 --address A --operator NAME --reason TEXT [--secret-file FILE]
                                          another operator approves it as a withdrawal
  mail list [--email E] [--links]         mails that no server was asked to take, newest first;
                                          links that set a password only with --links
  audit list [--email E]                  what was done to accounts, newest first; whether it is whole
  instrument list
                                          contracts have -PERP behind their symbol: BTCUSDT-PERP
  instrument open|post-only|cancel-only|halt|reduce-only [SYMBOL…] [--reason TEXT]
  instrument set SYMBOL [--tick 0.1] [--lot 0.001] [--quantity-min Q] [--quantity-max Q]
                 [--notional-min N] [--band 0.1] [--open-orders N] [--reason TEXT]
                                          new orders keep to it, resting ones stay
  instrument add SYMBOL --base B --quote Q --price-scale N --quantity-scale N
                 [--last-price P] [limits as of instrument set]
                                          stays for ever; simulated traders keep to their own
  contract add SYMBOL --base B --quote USDT --price-scale N --quantity-scale N --last-price P
               [limits as of instrument set] [terms as of contract set]
                                          stays for ever
  contract set SYMBOL [--tiers 150000:125:0.004,…] [--maker-fee R] [--taker-fee R]
               [--liquidation-fee R] [--liquidation-band R] [--open-interest Q]
               [--funding-hours 8] [--interest R] [--premium-clamp R] [--funding-cap R]
               [--impact-size N] [--reason TEXT]
                                          positions that the new terms would not allow stay
  loan list                               terms, pools and rates of margin accounts
  loan set COIN [--market SYMBOL] [--tiers 8:5:0.05,…] [--collateral 16:0.97,…]
           [--curve 0.01:0.05:0.5:0.8] [--lent-max A] [--level-max A,…] [--loan-min A]
           [--liquidation-fee R] [--reason TEXT]
                                          debts that the new terms would not allow stay
  loan pair SYMBOL [--base-tiers 4:10:0.04,…] [--quote-tiers …] [--liquidation-fee R]
            [--reason TEXT]               the same with isolated margin
  loan fund COIN --amount A --reason TEXT
                                          puts coins from outside into the pool of loans
  asset list
  asset add CODE --scale N [--name NAME]  decimals and name of a coin; stays for ever
  bands [--minutes 15] [--days 30]        statistics of the simulated market
  import --from FILE --symbol S [--where column=value,…]
                                          the simulator follows recorded trades, candles or books
  prices list                             index prices and how each of their sources is
  prices push --source NAME --key FILE [--prices BTCUSDT=94000.5,…] [--to URL]
                                          prices of a feed of one's own, signed; without --prices a
                                          message for each line of standard input
  reserves sign --from ASSETS --key FILE [--to FILE]
                                          signs what is held elsewhere, for the page of reserves
  paper status                            what paper trading follows
  paper replay --books F --symbol S [--trades F [--where column=value,…]] [--from TIME]
               [--speed 10] [--paused]    a recorded stretch is traded again
  paper pause|resume|step [N]|speed X     of the recording
  paper follow                            what the settings say
  backup --to FOLDER [--minutes 60]       a consistent copy, also while the exchange runs
  restore --from FOLDER [--minutes 60]    into an empty data folder
  verify                                  replay both venues, check hashes and conservation
  verify --receipt FILE                   hold a receipt against its arithmetic and the journal
  verify --receipt FILE --seals FILE      hold it against a list of seals alone: no data folder is needed
  replay [--venue live|paper]             every event as a line of JSON
  bench [--only NAME]                     measure, side by side with peers
  help [COMMAND]                          these lines, or those about one command

Whatever changes something takes --reason TEXT, for the log and the journal.
Settings come from HALCYON_* variables; see docs/operator-guide.md.`;

/** The lines of USAGE about one command. */
export function usageOf(command: string): string {
  const entries = USAGE.split(/\n\n|\n(?= {2}\S)/);
  return entries.filter((entry) => entry.trimStart().split(/\s/)[0] === command).join('\n');
}

/** Commands whose options are written at another one: "as of instrument set". */
const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract', 'instrument'],
};
/** Options of every command. */
const EVERYWHERE: ReadonlySet<string> = new Set(['help', 'reason']);

/** Most words behind a command that are no options: its verb and what that names. */
const WORDS_MAX: Readonly<Record<string, number>> = {
  ...{ start: 0, bands: 0, import: 0, backup: 0, restore: 0, verify: 0, replay: 0, bench: 0 },
  ...{
    user: 1,
    key: 1,
    withdrawal: 1,
    deposit: 1,
    payout: 1,
    mail: 1,
    audit: 1,
    prices: 1,
    reserves: 1,
  },
  ...{ operator: 2, asset: 2, contract: 2, loan: 2, paper: 2 },
};

/**
 * What would do nothing is a mistake: somebody believes that it does.
 * @throws CommandLineError where the command has no such option, or not so many words
 */
export function checkArgs(name: string, { positionals, options }: CommandArgs): void {
  const lines = (OPTIONS_OF[name] ?? [name]).map(usageOf).join('\n');
  const known = new Set(lines.match(/--[a-z-]+/g));
  for (const option of Object.keys(options)) {
    if (EVERYWHERE.has(option) || known.has(`--${option}`)) continue;
    throw noSuchOption(name, `--${option}`);
  }
  const word = positionals[WORDS_MAX[name] ?? positionals.length];
  if (word !== undefined) {
    throw new CommandLineError(`${name}: ${quoted(word)} is too much: halcyon ${name} --help`);
  }
}

/** @param option with its dashes: one of another command, or any text */
export function noSuchOption(command: string, option: string): CommandLineError {
  const shown = /^--?[a-z-]{1,40}$/.test(option) ? option : quoted(option);
  return new CommandLineError(`${command} has no option ${shown}: halcyon ${command} --help`);
}

/** A word of any length, which may hold control characters, as a message shows it. */
export function quoted(word: string): string {
  return JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word);
}

/** What is said of a command that there is not: a word of any length, which may hold control characters. */
export function unknownCommand(name: string): CommandLineError {
  return new CommandLineError(`there is no command ${quoted(name)}: halcyon --help lists them`);
}
