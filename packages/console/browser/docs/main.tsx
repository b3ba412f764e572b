import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './docs.css';
import { repairMarkup, textInsteadOfLinks } from './accessible-viewer.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The viewer has colours for the dark behind a class of the document. */
function showScheme(): void {
  const chosen = document.documentElement.dataset.theme;
  const isDark = chosen === undefined ? dark.matches : chosen === 'dark';
  document.documentElement.classList.toggle('dark-mode', isDark);
}

dark.addEventListener('change', showScheme);
showScheme();
const place = document.getElementById('page');
if (place !== null) repairMarkup(place);
SwaggerUI({
  dom_id: '#page',
  // Of this very server: it tells what is mounted here.
  url: new URL('../openapi.json', import.meta.url).href,
  // It would show the document to a service elsewhere.
  validatorUrl: null,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  plugins: [textInsteadOfLinks],
});
