// The offline page: says so in the reader's language, and goes back as soon as that may work.
(() => {
  const words = JSON.parse(document.getElementById('words').textContent);
  const segment = location.pathname.split('/')[1];
  let stored = null;
  try {
    stored = localStorage.getItem('locale');
  } catch {
    // Storage may be denied; the address decides then.
  }
  const { tag, title, text, retry } = words[segment] || words[stored] || words.en;
  document.documentElement.lang = tag;
  document.documentElement.dir = tag.startsWith('ar') ? 'rtl' : 'ltr';
  document.title = title;
  document.getElementById('title').textContent = title;
  document.getElementById('text').textContent = text;
  const button = document.getElementById('retry');
  button.textContent = retry;
  let leaving = false;
  const again = () => {
    leaving = true;
    location.reload();
  };
  button.addEventListener('click', again);
  addEventListener('online', again);
  // An exchange that was down comes back without that event, and a network a while after it. Once
  // only: on a slow network a second reload would end the first before its page has come.
  setInterval(() => {
    if (leaving) return;
    fetch('/healthz', { cache: 'no-store' }).then(
      () => leaving || again(),
      () => undefined,
    );
  }, 3_000);
})();
