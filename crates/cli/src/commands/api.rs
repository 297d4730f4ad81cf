//! `wellsmith api`: what is in libraries, as the api engine sees it.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use api::{Api, Found, GraphInfo, MemberInfo, Stats, TypeInfo};
use case::{Engine, Language};
use inputs::{Inputs, Sources};
use serde::Serialize;
use serde_json::json;

use crate::args::{ApiArgs, ApiCommand, ApiView};
use crate::engines::{input_error, tell_user};
use crate::exit::{Exit, usage};
use crate::setup as machine;
use crate::words::{printed, say};

/// Runs the command.
pub(crate) fn run(args: &ApiArgs) -> anyhow::Result<Exit> {
    match &args.command {
        ApiCommand::Show { name, view } => {
            let found = load(view, &[])?.find(view.lang, name);
            if found == Found::default() {
                return Err(usage(format!(
                    "no type or member is called {name:?}; write its name with as much of what is \
                     around it as you like: Entry, Map.Entry, java.util.Map.Entry.getKey"
                )));
            }
            if view.json {
                say!("{}", found_json(&found))?;
            } else {
                printed(show(&found, view.lang))?;
            }
        }
        ApiCommand::Stats { view } => {
            let api = load(view, &[])?;
            let stats = api.stats(view.lang);
            if view.json {
                say!("{}", serde_json::to_string(&StatsJson::new(&api, &stats))?)?;
            } else {
                printed(count(&api, &stats, view.lang))?;
            }
        }
        ApiCommand::Graph { dot, members, view } => {
            let graph = load(view, &members.member)?.graph_info(view.lang);
            if view.json {
                say!("{}", graph_json(&graph))?;
            } else if *dot {
                printed(draw(&graph))?;
            } else {
                say!(
                    "{} members, {} types that they take or make, and {} edges; --dot or --json prints them",
                    graph.members.len(),
                    graph.types.len(),
                    graph.edges.len()
                )?;
            }
        }
    }
    Ok(Exit::Nothing)
}

fn load(view: &ApiView, members: &[String]) -> anyhow::Result<Arc<Api>> {
    let cache = machine::cache(&view.places)?;
    let sources = Sources {
        libraries: view.libraries.library.clone(),
        members: members.to_vec(),
        ..Sources::default()
    };
    let inputs = Inputs::new(&cache, &sources, &tell_user);
    let api = inputs.api(inputs.compiler(Some(view.lang)).as_ref()).map_err(input_error)?;
    let known: Vec<Language> = api.abilities().into_iter().map(|(language, _)| language).collect();
    if !known.contains(&view.lang) {
        let names: Vec<_> = known.iter().map(|language| language.name()).collect();
        return Err(usage(format!(
            "engine api does not write {}; it writes: {}",
            view.lang,
            names.join(", ")
        )));
    }
    Ok(api)
}

fn show(found: &Found, language: Language) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for TypeInfo { declaration, usable, subtypes, producers, members, .. } in &found.types {
        writeln!(out, "{declaration}")?;
        if !usable {
            writeln!(out, "  {language} programs cannot name it")?;
        }
        writeln!(out, "  {subtypes} types below or the same, {producers} members give one")?;
        for member in members {
            show_member(&mut out, member)?;
        }
        writeln!(out)?;
    }
    for overloads in found.members.chunk_by(|a, b| a.name == b.name) {
        writeln!(out, "{}", overloads[0].name)?;
        for member in overloads {
            show_member(&mut out, member)?;
        }
    }
    out.flush()
}

fn show_member(out: &mut impl Write, member: &MemberInfo) -> io::Result<()> {
    match member.obstacle {
        None => writeln!(out, "    {}", member.declaration),
        Some(why) => writeln!(out, "  - {}  (not used: {why})", member.declaration),
    }
}

fn member_json(member: &MemberInfo) -> serde_json::Value {
    json!({
        "name": member.name,
        "declaration": member.declaration,
        "usable": member.obstacle.is_none(),
        "obstacle": member.obstacle,
        "steps": member.steps,
    })
}

fn found_json(found: &Found) -> serde_json::Value {
    let types = found.types.iter().map(|info| {
        json!({
            "name": info.name,
            "declaration": info.declaration,
            "usable": info.usable,
            "subtypes": info.subtypes,
            "producers": info.producers,
            "members": info.members.iter().map(member_json).collect::<Vec<_>>(),
        })
    });
    json!({
        "types": types.collect::<Vec<_>>(),
        "members": found.members.iter().map(member_json).collect::<Vec<_>>(),
    })
}

/// What `stats --json` prints.
#[derive(Serialize)]
struct StatsJson<'a> {
    nodes: usize,
    edges: usize,
    methods: usize,
    polymorphic_methods: usize,
    fields: usize,
    constructors: usize,
    types: usize,
    type_constructors: usize,
    inheritance_size: f64,
    signature_size: f64,
    usable: usize,
    unusable: Vec<Left<'a>>,
    skipped: Vec<Left<'a>>,
}

/// Something that is not used, and why.
#[derive(Serialize)]
struct Left<'a> {
    reason: &'a str,
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'a str>,
}

impl<'a> StatsJson<'a> {
    fn new(api: &'a Api, stats: &'a Stats) -> StatsJson<'a> {
        let unusable =
            stats.unusable.iter().map(|(reason, &count)| Left { reason, count, example: None });
        let skipped = api.skips().iter().map(|(skip, count, example)| Left {
            reason: skip.reason(),
            count,
            example: Some(example),
        });
        let extracted = api.skips().extracted();
        let extracted = extracted.map(|(reason, count)| Left { reason, count, example: None });
        StatsJson {
            nodes: stats.nodes,
            edges: stats.edges,
            methods: stats.methods,
            polymorphic_methods: stats.polymorphic_methods,
            fields: stats.fields,
            constructors: stats.constructors,
            types: stats.types,
            type_constructors: stats.type_constructors,
            inheritance_size: stats.inheritance,
            signature_size: stats.signature,
            usable: stats.usable,
            unusable: unusable.collect(),
            skipped: skipped.chain(extracted).collect(),
        }
    }
}

fn count(api: &Api, stats: &Stats, language: Language) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "nodes              {}", stats.nodes)?;
    writeln!(out, "edges              {}", stats.edges)?;
    let polymorphic = stats.polymorphic_methods;
    writeln!(out, "methods            {}, polymorphic: {polymorphic}", stats.methods)?;
    writeln!(out, "fields             {}", stats.fields)?;
    writeln!(out, "constructors       {}", stats.constructors)?;
    writeln!(out, "types              {}, generic: {}", stats.types, stats.type_constructors)?;
    writeln!(out, "inheritance size   {:.2}", stats.inheritance)?;
    writeln!(out, "signature size     {:.2}", stats.signature)?;
    writeln!(out, "used from {language:<9}{}", stats.usable)?;
    for (reason, count) in &stats.unusable {
        writeln!(out, "not used           {count}: {reason}")?;
    }
    for (skip, count, example) in api.skips().iter() {
        writeln!(out, "skipped            {count}: {} (such as {example})", skip.reason())?;
    }
    for (reason, count) in api.skips().extracted() {
        writeln!(out, "left out           {count}: {reason}")?;
    }
    out.flush()
}

fn graph_json(graph: &GraphInfo) -> serde_json::Value {
    let edges = graph
        .edges
        .iter()
        .map(|edge| json!({ "from": edge.from, "to": edge.to, "label": edge.label }));
    let members = graph
        .members
        .iter()
        .map(|(id, declaration)| json!({ "id": id, "declaration": declaration }));
    json!({
        "types": graph.types,
        "members": members.collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
    })
}

/// Writes the graph in the language of Graphviz.
fn draw(graph: &GraphInfo) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "digraph api {{\n  rankdir=LR;\n  node [shape=box];")?;
    for name in &graph.types {
        writeln!(out, "  {};", quoted(name))?;
    }
    for (id, declaration) in &graph.members {
        writeln!(out, "  {} [shape=plain, label={}];", quoted(id), quoted(declaration))?;
    }
    for edge in &graph.edges {
        let label = match edge.label.as_str() {
            "" => String::new(),
            label => format!(" [label={}]", quoted(label)),
        };
        writeln!(out, "  {} -> {}{label};", quoted(&edge.from), quoted(&edge.to))?;
    }
    writeln!(out, "}}")?;
    out.flush()
}

/// A text as Graphviz reads it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
