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
  const again = () => location.reload();
  button.addEventListener('click', again);
  addEventListener('online', again);
  // An exchange that was down comes back without that event, and a network a while after it.
  setInterval(() => {
    fetch('/healthz', { cache: 'no-store' }).then(again, () => undefined);
  }, 3_000);
})();
