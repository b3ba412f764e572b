import { render } from 'preact';
import '../styles/fonts.css';

const place = document.getElementById('page');
if (place !== null) render(<main>Parlance</main>, place);
