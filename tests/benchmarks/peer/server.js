// The peer's server with its own defaults: node server.js PORT memory|file FOLDER
const { Server, FlatFile } = require("boardgame.io/server");
const { small, large } = require("./games");

const [port, store, folder] = process.argv.slice(2);
const db = store === "file" ? new FlatFile({ dir: folder, logging: false }) : undefined;
const server = Server({ games: [small, large], origins: [/.*/], ...(db && { db }) });
server.run(Number(port), () => console.log("ready"));
