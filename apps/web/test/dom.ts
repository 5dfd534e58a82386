import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Pages are loaded when somebody comes to them, and the first to come waits for the compiler.
configure({ asyncUtilTimeout: 15_000 })

// A page that goes keeps what was typed, and the next test begins without it.
afterEach(() => {
  cleanup()
  localStorage.clear()
})

// A document without a layout has nothing to measure or to scroll; the component library asks all the same.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} })
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => {}
window.scrollTo = () => {}

// Dialogs are windows of the browser, which has none here: they are open or not, and that is all.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false
}
