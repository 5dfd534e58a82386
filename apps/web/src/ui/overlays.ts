/** Where what lies over the page is put: inside of its main part, so that assistive technology finds it there. */
export const overlays = '#overlays'
