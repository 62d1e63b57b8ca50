// Hides the user info of URLs (`user:password@`) in texts that people read: error messages, log lines, terminal output.

/** Longer user info than this is not recognized; the bound keeps the search linear in the length of the text. */
const userInfoCharactersMax = 2048

/**
 * The authority of a URL up to its last `@`. `http:` and `https:` need no slashes, and take backslashes for slashes, as
 * URL parsers do. A quote ends the match, so that it never spans two strings of a JSON text.
 */
const userInfo = new RegExp(String.raw`(https?:[\\/]*|:\/\/)[^\s/\\?#"]{1,${userInfoCharactersMax}}@`, 'gi')

/** Replaces the user info of every URL in the text: `https://***@host/path`. */
export const maskUserInfo = (text: string): string =>
  text.includes('@') ? text.replace(userInfo, '$1***@') : text
