/** Downloads a file with content from this page. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName(name)
  link.click()
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(address))
}

/** Names of objects can contain characters that file names cannot. */
const fileName = (text: string): string => text.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
