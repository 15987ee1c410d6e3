/** Nobody tells what a browser takes for one page. */
export const peakResidentBytes = () => null;
