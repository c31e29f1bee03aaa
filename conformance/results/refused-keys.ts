const words = "is left out, since its credentials are refused: ";

/** Returns the note of a report on an account of the target file whose key the server refuses. @param why how it refuses it */
export const refusedKeyNote = (name: string, why: string): string => `${name} ${words}${why}`;

/** Whether a note of a report is about a refused key: less is tested than the target file asks for, so nobody is to overlook it. */
export const isRefusedKeyNote = (note: string): boolean => note.includes(words);
