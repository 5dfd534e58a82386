// Sets the colours of the page before anything is painted; the key is the one of `ui/colour-scheme.ts`.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('quatrain.colour-scheme')
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.mantineColorScheme = chosen === 'dark' || chosen === 'light' ? chosen : system
})()
