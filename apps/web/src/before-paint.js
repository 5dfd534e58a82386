// Sets the colours and the frame of the page before anything is painted. The entries are those of `ui/theme.ts`, of
// `app/first-frame.ts` and of the folded navigation.
;(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(`quatrain.${name}`)
    } catch {
      // Storage may be forbidden; then the system decides.
      return null
    }
  }
  const { dataset, style } = document.documentElement
  const preference = read('colour-scheme')
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  dataset.mantineColorScheme = preference === 'dark' || preference === 'light' ? preference : system

  const isPublic = location.pathname.startsWith('/ui/public_')
  const isMember = read('signed-in') === 'true' && location.pathname !== '/ui/set_password'
  const { deployment, isSuperuser, name, colour } = JSON.parse(read('frame')) ?? {}
  dataset.frame = isPublic ? `public ${deployment}` : isMember ? `member ${deployment}` : 'none'
  dataset.superuser = isSuperuser
  dataset.folded = read('folded-navigation')
  if (name) {
    style.setProperty('--first-name', JSON.stringify(name))
    style.setProperty('--first-letter', JSON.stringify(name[0].toUpperCase()))
  }
  if (colour) style.setProperty('--tenant', colour)
})()
