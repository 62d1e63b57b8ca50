// Sets the chosen theme before the first paint, unless it is that of the system.
try {
  const theme = localStorage.getItem('assay.theme')
  if (theme === '"light"' || theme === '"dark"') document.documentElement.dataset.theme = JSON.parse(theme)
} catch {
  // Storage is blocked: the theme of the system applies.
}
