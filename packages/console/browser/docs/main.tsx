import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './docs.css';
import { repairMarkup, textInsteadOfLinks } from './accessible-viewer.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** A class of the document selects the viewer's dark colours. */
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
  // This server's own document, which describes what is mounted here.
  url: new URL('../openapi.json', import.meta.url).href,
  // A validator would send the document to another server.
  validatorUrl: null,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  plugins: [textInsteadOfLinks],
});
