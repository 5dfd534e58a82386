const longest = 512

/** The rules of every name: that there is one, and that the database can index it. */
export function problemsOfName(name: string): string[] {
  if (name.trim() === '') return ['name is required']
  return name.length > longest ? [`name must be ${longest} characters or fewer`] : []
}
