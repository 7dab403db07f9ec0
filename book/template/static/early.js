// Before the first paint: a room that reads from a projector does not want to see the page change its size.
try {
  if (localStorage.getItem("projector") === "on") document.documentElement.classList.add("projector");
} catch {
  // A browser that keeps nothing shows the page as usual.
}
