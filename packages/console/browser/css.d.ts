declare module '*.css';

/** The address of a file that runs in the audio thread, relative to the script. */
declare module '*.worklet.js' {
  const address: string;
  export default address;
}
