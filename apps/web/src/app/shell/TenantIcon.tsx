/** The icon of the browser tab in the color of the tenant, which distinguishes tabs. */
export function TenantIcon({ colour }: { readonly colour: string }) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><path d="M7 9h13M12 14h13M7 19h13M12 24h13" stroke="#fff" stroke-width="2.8" stroke-linecap="round" fill="none"/></svg>`
  return <link rel="icon" type="image/svg+xml" href={`data:image/svg+xml,${encodeURIComponent(drawing)}`} />
}
