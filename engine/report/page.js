// The page is complete without this: it adds a field that shows only the sessions which contain a text.
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
