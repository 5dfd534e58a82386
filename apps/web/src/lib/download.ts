/** Gives the person a file that was made here. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName(name)
  link.click()
  // The browser has taken hold of the content by then.
  setTimeout(() => URL.revokeObjectURL(address))
}

/** Names of objects may hold what no file's name can. */
const fileName = (text: string): string => text.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
