// The page is complete without this: it adds a field that shows only the sessions which contain a text, and names the session in the title.
const sessions = document.querySelectorAll('[data-session]');
if (sessions.length > 8) {
  const field = document.createElement('input');
  field.type = 'search';
  field.placeholder = 'Show only sessions with…';
  field.setAttribute('aria-label', 'Show only sessions that contain this text');
  const none = document.createElement('p');
  none.className = 'note';
  none.setAttribute('role', 'status');
  field.addEventListener('input', () => {
    const text = field.value.toLowerCase();
    let shown = 0;
    for (const one of sessions) {
      one.hidden = !one.textContent.toLowerCase().includes(text);
      if (!one.hidden) shown++;
    }
    none.textContent = shown ? '' : 'No session contains that.';
  });
  document.getElementById('filter').append(field, none);
}
const title = document.title;
const rename = () => {
  const session = document.querySelector(':target')?.closest('.session');
  document.title = session ? session.querySelector('h2').textContent + ' – ' + title : title;
};
addEventListener('hashchange', rename);
rename();
