import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./lib/catalogue.svelte.ts";
import { takeFromAddress } from "./lib/browser/seats.ts";
import { installWorker } from "./offline/register.ts";
import "./shell/styles/page.css";

takeFromAddress();
await speak();
mount(App, { target: document.getElementById("page")! });
installWorker();
