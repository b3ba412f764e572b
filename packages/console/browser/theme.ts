const chosen = localStorage.getItem('parlance-theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
