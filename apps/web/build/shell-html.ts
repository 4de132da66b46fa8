/**
 * The skeleton of the page in one language: header and, for each kind of address, its first look. A
 * paragraph with `data-market` is of one kind of market: the server leaves out those of the other.
 */

/** A message by its id. */
export type Say = (id: string) => string;

/** Plain text as HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** @param prefix what links begin with: '' or `/ja` */
export function shellHtml(say: Say, prefix: string): string {
  const word = (id: string) => `<span class="shell-word">${escapeHtml(say(id))}</span>`;
  const link = (path: string, id: string) => `<a href="${prefix}${path}">${word(id)}</a>`;
  return [
    '<header class="header">',
    `<a class="brand" href="${prefix || '/'}"><img src="/favicon.svg" width="26" height="26" alt="">`,
    `<span class="brand-name">${escapeHtml(say('app.name'))}</span></a>`,
    '<nav class="nav">',
    link('/markets', 'nav.markets'),
    link('/spot/BTCUSDT', 'nav.trade'),
    link('/asset', 'nav.assets'),
    link('/record/exchange', 'nav.orders'),
    '</nav></header>',
    '<main class="site-main" id="shell-main">',
    home(word, prefix),
    markets(word),
    auth('login', word),
    auth('register', word),
    terminal(word),
    '<div class="shell-kind shell-page"><div class="page"><div class="card shell-card"></div></div></div>',
    '</main>',
  ].join('');
}

function home(word: Say, prefix: string): string {
  return [
    '<div class="shell-kind shell-home"><div class="landing"><div class="landing-top">',
    `<section class="hero"><p class="badge hero-badge" data-market="simulated">`,
    `<span class="badge-dot"></span>${word('sim.badge')}</p><h1>${word('landing.title')}</h1>`,
    `<p class="hero-text" data-market="simulated">${word('landing.text')}</p>`,
    `<p class="hero-text" data-market="own">${word('landing.own')}</p>`,
    `<div class="hero-actions"><a class="btn btn-primary btn-lg" href="${prefix}/spot/BTCUSDT">`,
    `${word('landing.start')}</a></div></section>`,
    '<section class="card top-markets shell-card"></section></div></div></div>',
  ].join('');
}

function markets(word: Say): string {
  const line = '<div class="shell-line"></div>';
  return [
    '<div class="shell-kind shell-markets"><div class="page page-wide">',
    `<h1 class="page-title">${word('nav.markets')}</h1><p class="page-intro">${word('meta.markets')}</p>`,
    `<div class="card shell-card">${line.repeat(9)}</div></div></div>`,
  ].join('');
}

function auth(page: 'login' | 'register', word: Say): string {
  return [
    `<div class="shell-kind shell-${page}"><div class="auth"><div class="auth-card card">`,
    `<h1>${word(`auth.${page}Title`)}</h1><p class="muted">${word(`auth.${page}Text`)}</p>`,
    '<div class="shell-field"></div><div class="shell-field"></div><div class="shell-field"></div>',
    '</div></div></div>',
  ].join('');
}

function terminal(word: Say): string {
  const panel = (area: string, inner = '') => `<div class="panel area-${area}">${inner}</div>`;
  const note = [
    '<div class="shell-note"><img src="/favicon.svg" width="40" height="40" alt="">',
    `<p data-market="simulated">${word('sim.detail')}</p></div>`,
  ].join('');
  return [
    '<div class="shell-kind shell-terminal"><div class="terminal">',
    panel('bar'),
    panel('chart', note),
    panel('book'),
    panel('side'),
    panel('lists'),
    '</div></div>',
  ].join('');
}
