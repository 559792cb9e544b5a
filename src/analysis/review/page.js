"use strict";
document.documentElement.classList.add("js");
const games = Array.from(document.querySelectorAll(".game")).map(function (game) {
  const plies = Array.from(game.querySelectorAll(".ply"));
  const rows = Array.from(game.querySelectorAll("tr[data-ply]"));
  const cursor = game.querySelector(".cursor");
  const buttons = Array.from(game.querySelectorAll("button"));
  let current = 0;
  function show(wanted) {
    current = Math.max(0, Math.min(wanted, plies.length - 1));
    plies.forEach(function (ply, index) { ply.classList.toggle("current", index === current); });
    rows.forEach(function (row) { row.classList.toggle("current", Number(row.dataset.ply) === current); });
    cursor.setAttribute("x1", plies[current].dataset.x);
    cursor.setAttribute("x2", plies[current].dataset.x);
    buttons.forEach(function (button) { button.disabled = target(button.dataset.go) === current; });
  }
  function target(go) {
    const places = { first: 0, back: current - 1, on: current + 1, last: plies.length - 1 };
    return Math.max(0, Math.min(places[go], plies.length - 1));
  }
  buttons.forEach(function (button) {
    button.addEventListener("click", function () { show(target(button.dataset.go)); });
  });
  show(0);
  return { element: game, show: show, go: function (go) { show(target(go)); }, plies: plies };
});
function follow(hash) {
  return games.some(function (game) {
    const index = game.plies.findIndex(function (ply) { return "#" + ply.id === hash; });
    if (index === -1) { return false; }
    game.show(index);
    return true;
  });
}
document.addEventListener("click", function (event) {
  const link = event.target.closest("a");
  const hash = link ? link.getAttribute("href") : null;
  if (hash ? follow(hash) : false) {
    event.preventDefault();
    history.replaceState(null, "", hash);
  }
});
window.addEventListener("hashchange", function () { follow(location.hash); });
document.addEventListener("keydown", function (event) {
  const go = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (go === undefined || event.altKey || event.ctrlKey || event.metaKey) { return; }
  // The game that takes up the middle of the window.
  const middle = window.innerHeight / 2;
  const near = games.find(function (game) { return game.element.getBoundingClientRect().bottom >= middle; });
  if (near) {
    near.go(go);
    event.preventDefault();
  }
});
follow(location.hash);
