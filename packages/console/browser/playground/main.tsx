import { render } from 'preact';
import '../styles/fonts.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/shell.css';
import '../styles/content.css';
import '../styles/playground.css';
import { Playground } from './playground.tsx';

const place = document.getElementById('page');
if (place !== null) render(<Playground />, place);
