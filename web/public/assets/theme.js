// Before the first paint: the theme that the person chose, if it is not the one of the system.
try {
  const theme = localStorage.getItem('assay.theme')
  if (theme === '"light"' || theme === '"dark"') document.documentElement.dataset.theme = JSON.parse(theme)
} catch {
  // Storage may be closed to us: then it is the theme of the system.
}
