// Whether a path lies in a folder.

/**
 * True for the folder itself and everything below it. Both paths are absolute and already resolved; only their text is
 * compared. The folder may end with the separator, so that "/" contains every absolute path.
 */
export function isWithin(path: string, folder: string, separator = "/"): boolean {
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}
