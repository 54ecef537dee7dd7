use placement::drill::{Run, catalogue};
fn main() {
    let scenario = catalogue::document_fleet();
    let only = std::env::args().nth(1);
    for drill in catalogue::ALL.iter().filter(|one| only.as_ref().is_none_or(|id| id == one.id)) {
        let begin = std::time::Instant::now();
        let runs: Vec<Run> = drill
            .runs(&scenario)
            .into_iter()
            .map(|plan| {
                let mut run = Run::new(plan).unwrap();
                run.finish();
                run
            })
            .collect();
        println!("{} [{:.0} ms]: {}", drill.id, begin.elapsed().as_secs_f64() * 1e3, drill.sentence(&runs));
        if only.is_some() {
            for run in &runs {
                println!("  {}", run.plan().name);
                for (at, s) in run.series().samples().iter().enumerate().step_by(10) {
                    let s10 = run.series().between(
                        (at as u32) * run.series().interval_ticks(),
                        (at as u32 + 10) * run.series().interval_ticks(),
                    );
                    println!(
                        "   {at:4} hit {:.3} fail {:.3} db {:.0} load {:.2} ms {:.1} moved {} ej {} failedreq {} evict {} states {:?}",
                        s10.hit_rate(),
                        s10.failure_rate(),
                        s10.database_reads_per_s(run.plan().scale()),
                        run.busiest_over_fair_share(&s10).unwrap_or(0.0),
                        s10.latency_ms(),
                        s10.moved_keys,
                        s10.ejections,
                        s10.failed_requests,
                        s10.evictions,
                        s.nodes.iter().map(|n| n.state.name().chars().next().unwrap()).collect::<String>()
                    );
                }
            }
        }
    }
}
