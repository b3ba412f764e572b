declare module '*.css';

/** The address of a script for the audio thread, relative to the page's script. */
declare module '*.worklet.js' {
  const address: string;
  export default address;
}
