project = "Figures in Sphinx"
html_theme = "alabaster"
html_js_files = ["/ringscope/embed.js"]
html_favicon = "../../../public/favicon.svg"
