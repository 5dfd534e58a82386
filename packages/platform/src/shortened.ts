/** A text for a message: what is longer is cut, and ends with an ellipsis. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
