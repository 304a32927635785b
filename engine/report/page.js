// The page is complete without this: it adds a field that shows only the sessions which contain a text.
const sessions = document.querySelectorAll('[data-session]');
if (sessions.length > 8) {
  const field = document.createElement('input');
  field.type = 'search';
  field.placeholder = 'Show only sessions with…';
  field.setAttribute('aria-label', 'Show only sessions that contain this text');
  field.addEventListener('input', () => {
    const text = field.value.toLowerCase();
    for (const one of sessions) one.hidden = !one.textContent.toLowerCase().includes(text);
  });
  document.getElementById('filter').append(field);
}
