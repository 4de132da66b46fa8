/** The web app's own API for a live trader of a started exchange, as a page of theirs would ask. */
const PASSWORD = 'a long enough passphrase';

interface SignedIn {
  readonly data: { readonly csrfToken: string; readonly user: { readonly uid: string } };
}

/** See the head of the file. */
export class WebSession {
  readonly uid: string;
  readonly #base: string;
  readonly #cookie: string;
  readonly #csrfToken: string;

  private constructor(base: string, cookie: string, { csrfToken, user }: SignedIn['data']) {
    this.uid = user.uid;
    this.#base = base;
    this.#cookie = cookie;
    this.#csrfToken = csrfToken;
  }

  /** Logs a trader in, by the password that all traders of tests have. */
  static async open(baseUrl: string, name: string): Promise<WebSession> {
    const base = `${baseUrl}/api/web/v1`;
    const login = await posted(
      `${base}/login`,
      {},
      { email: `${name}@example.com`, password: PASSWORD },
    );
    const cookies = login.headers.getSetCookie().map((one) => one.split(';')[0]);
    const { data } = (await login.json()) as SignedIn;
    return new WebSession(base, cookies.join('; '), data);
  }

  /** Data of the answer to a POST. */
  async post<T>(path: string, body: object): Promise<T> {
    const proof = { cookie: this.#cookie, 'x-csrf-token': this.#csrfToken };
    const answer = await posted(`${this.#base}${path}`, proof, body);
    return ((await answer.json()) as { data: T }).data;
  }

  /** The answer to a GET. */
  async get(path: string): Promise<Response> {
    const answer = await fetch(`${this.#base}${path}`, { headers: { cookie: this.#cookie } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }
}

async function posted(
  address: string,
  own: Readonly<Record<string, string>>,
  body: object,
): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...own };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
