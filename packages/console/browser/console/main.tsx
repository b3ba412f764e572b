import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import '../styles/fonts.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/shell.css';
import '../styles/content.css';
import { Console } from './console.tsx';

const place = document.getElementById('page');
if (place !== null) render(<Console />, place);
