import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, vi } from 'vitest'
import { forgetLists } from '#kit/page/visits.ts'
import { forgetMessages, successLasts } from '#ui/messages.ts'

configure({
  // The patience of all page tests. It is as long as a machine can be busy with other things, and only a fault waits for its end.
  asyncUtilTimeout: 60_000,
  // A query that waits fails many times before it succeeds: the page is only printed for a message that is read.
  getElementError(message, container) {
    const text = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
    return Object.defineProperty(new Error(), 'message', { get: text, configurable: true })
  },
})

// For warnings that name the owner of an element, React makes an `Error` and a task for each of 10,000 elements in a second, which
// takes up to a fifth of the CPU time: it counts as if they were made already.
const internalsOfReact = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internalsOfReact, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} })

// An unmounted page stores a draft, and a list its filters, and messages stay, which the next test must not find.
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  forgetLists()
  forgetMessages()
})

// Parts that are still being loaded must not run after the end of the DOM.
afterAll(() => vi.dynamicImportSettled())

// In its two seconds, a busy machine may not look for a message of success: it stays until the end of its test.
const setTimer = globalThis.setTimeout
function setTimerOfPage(run: () => void, delay?: number, ...rest: unknown[]) {
  return delay === successLasts ? setTimer(() => {}) : setTimer(run, delay, ...rest)
}
globalThis.setTimeout = Object.assign(setTimerOfPage, setTimer)

// A DOM without layout cannot measure or scroll, but the component library calls these functions.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} })
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => {}
window.scrollTo = () => {}

// This DOM has no modal dialogs: here they are only open or closed.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false
}
