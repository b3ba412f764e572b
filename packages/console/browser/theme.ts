try {
  const chosen = localStorage.getItem('parlance-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // The browser blocks storage, so that none can have been chosen.
}
